// 00 Parameters: put yours in and run this first; the queries below take them from here
:params {space: "demo", item: "m00000027", entity: "marcus hale", conversation: "c00000034", day: "2026-05-20"}
