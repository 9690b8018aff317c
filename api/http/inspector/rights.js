// What the key may do, as the service has told: the page offers nothing else.

let scope = "admin";

export const keepScope = (told) => {
  scope = told;
};

export const mayWrite = () => scope !== "read";

export const mayDelete = () => scope === "admin";
