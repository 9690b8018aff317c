BEGIN TRANSACTION;
CREATE TABLE dropped (
    space_no INTEGER NOT NULL,
    source TEXT NOT NULL,
    kind INTEGER NOT NULL,
    target TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (space_no, source, kind, target)
) WITHOUT ROWID;
CREATE TABLE edges (
    space_no INTEGER NOT NULL,
    source TEXT NOT NULL,
    kind INTEGER NOT NULL,
    target TEXT NOT NULL,
    seq INTEGER NOT NULL,
    properties TEXT NOT NULL,
    PRIMARY KEY (space_no, source, kind, target)
) WITHOUT ROWID;
INSERT INTO "edges" VALUES(1,'b17723556600009b3ba14d',14,'m00000001',12,'{"rank":1,"section":"recent messages","score":0.3738,"terms":"{\"around\": 0.4328, \"kind\": 0.3, \"named\": 0.35, \"recency\": 1.0}","reason":"said just before what is visible","tokens":11,"verdict":"unused"}');
INSERT INTO "edges" VALUES(1,'b17723556600009b3ba14d',14,'m00000004',12,'{"rank":2,"section":"recent messages","score":0.1416,"terms":"{\"around\": 0.541, \"kind\": 0.3, \"recency\": 1.0, \"role\": -1.0}","reason":"said just before what is visible","tokens":14,"verdict":"unused"}');
INSERT INTO "edges" VALUES(1,'b177235572000068a34990',14,'m00000001',12,'{"rank":2,"section":"recent messages","score":0.3773,"terms":"{\"around\": 0.1847, \"kind\": 0.3, \"named\": 0.35, \"recency\": 1.0, \"shown\": 1.0, \"text\": 0.0847}","reason":"said just before what is visible","tokens":11,"verdict":"unused"}');
INSERT INTO "edges" VALUES(1,'b177235572000068a34990',14,'m00000004',12,'{"rank":4,"section":"recent messages","score":0.134,"terms":"{\"around\": 0.2795, \"kind\": 0.3, \"recency\": 1.0, \"role\": -1.0, \"shown\": 1.0, \"text\": 0.0824}","reason":"said just before what is visible","tokens":14,"verdict":"unused"}');
INSERT INTO "edges" VALUES(1,'b177235572000068a34990',14,'m00000005',12,'{"rank":1,"section":"recent messages","score":0.3862,"terms":"{\"around\": 0.4518, \"kind\": 0.3, \"named\": 0.35, \"recency\": 1.0}","reason":"said just before what is visible","tokens":9,"verdict":"unused"}');
INSERT INTO "edges" VALUES(1,'b177235572000068a34990',14,'m00000006',12,'{"rank":3,"section":"recent messages","score":0.1486,"terms":"{\"around\": 0.5517, \"kind\": 0.3, \"recency\": 1.0, \"role\": -1.0}","reason":"said just before what is visible","tokens":12,"verdict":"unused"}');
INSERT INTO "edges" VALUES(1,'b17724420000004c0ec8ac',14,'f00000012',13,'{"rank":1,"section":"facts","score":1.0184,"terms":"{\"graph\": 1.0, \"importance\": 0.6, \"kind\": 1.0, \"named\": 1.0, \"recency\": 0.9677, \"text\": 0.5188}","reason":"shares words with the question (0.52), close by in the graph (0.15), is about Maren (0.15)","tokens":18}');
INSERT INTO "edges" VALUES(1,'b17724420000004c0ec8ac',14,'key-info',13,'{"rank":6,"section":"key info","score":0.0,"terms":"{}","reason":"shown in every turn","tokens":9}');
INSERT INTO "edges" VALUES(1,'b17724420000004c0ec8ac',14,'m00000004',13,'{"rank":3,"section":"excerpts","score":0.5334,"terms":"{\"around\": 0.0145, \"kind\": 0.3, \"named\": 1.0, \"recency\": 0.9677, \"role\": -1.0, \"shown\": 1.0, \"text\": 0.5043}","reason":"shares words with the question (0.50), mentions Maren (0.15), said by the assistant (-0.25)","tokens":14}');
INSERT INTO "edges" VALUES(1,'b17724420000004c0ec8ac',14,'m00000006',13,'{"rank":5,"section":"excerpts","score":0.176,"terms":"{\"around\": 0.4713, \"kind\": 0.3, \"recency\": 0.9678, \"role\": -1.0, \"shown\": 1.0}","reason":"among lines that share words with it (0.31), shown last turn (0.08), said by the assistant (-0.25)","tokens":12}');
INSERT INTO "edges" VALUES(1,'b17724420000004c0ec8ac',14,'m00000007',13,'{"rank":2,"section":"excerpts","score":0.5497,"terms":"{\"around\": 0.1628, \"kind\": 0.3, \"named\": 1.0, \"recency\": 0.9678, \"text\": 0.2542}","reason":"shares words with the question (0.25), mentions Maren (0.15), among lines that share words with it (0.11)","tokens":9}');
INSERT INTO "edges" VALUES(1,'b17724420000004c0ec8ac',14,'m00000008',13,'{"rank":4,"section":"excerpts","score":0.2618,"terms":"{\"around\": 0.1161, \"kind\": 0.3, \"named\": 1.0, \"recency\": 0.9678, \"role\": -1.0, \"text\": 0.2467}","reason":"shares words with the question (0.25), mentions Maren (0.15), said by the assistant (-0.25)","tokens":12}');
INSERT INTO "edges" VALUES(1,'e00000003',5,'c00000002',8,'{}');
INSERT INTO "edges" VALUES(1,'e00000003',13,'f00000012',12,'{"brief":true}');
INSERT INTO "edges" VALUES(1,'e00000003',13,'f00000013',12,'{"brief":true}');
INSERT INTO "edges" VALUES(1,'e00000003',13,'f00000014',12,'{"brief":true}');
INSERT INTO "edges" VALUES(1,'e00000009',13,'f00000012',12,'{"brief":true}');
INSERT INTO "edges" VALUES(1,'e00000009',13,'f00000014',12,'{"brief":true}');
INSERT INTO "edges" VALUES(1,'e00000010',13,'f00000012',12,'{"brief":true}');
INSERT INTO "edges" VALUES(1,'e00000011',13,'f00000014',12,'{"brief":true}');
INSERT INTO "edges" VALUES(1,'f00000012',7,'e00000003',12,'{}');
INSERT INTO "edges" VALUES(1,'f00000012',7,'e00000009',12,'{}');
INSERT INTO "edges" VALUES(1,'f00000012',7,'e00000010',12,'{}');
INSERT INTO "edges" VALUES(1,'f00000012',8,'m00000001',12,'{}');
INSERT INTO "edges" VALUES(1,'f00000013',7,'e00000003',12,'{}');
INSERT INTO "edges" VALUES(1,'f00000013',8,'m00000005',12,'{}');
INSERT INTO "edges" VALUES(1,'f00000014',7,'e00000003',12,'{}');
INSERT INTO "edges" VALUES(1,'f00000014',7,'e00000009',12,'{}');
INSERT INTO "edges" VALUES(1,'f00000014',7,'e00000011',12,'{}');
INSERT INTO "edges" VALUES(1,'f00000014',8,'m00000007',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000016',17,'b17723556600009b3ba14d',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000017',17,'b177235572000068a34990',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000018',17,'e00000009',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000019',17,'e00000010',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000020',17,'e00000011',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000021',17,'e00000003',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000021',17,'e00000009',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000021',17,'e00000010',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000021',17,'f00000012',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000022',17,'e00000003',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000022',17,'f00000013',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000023',17,'e00000003',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000023',17,'e00000009',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000023',17,'e00000011',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000023',17,'f00000014',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000024',17,'e00000009',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000024',17,'f00000012',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000024',17,'f00000014',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000025',17,'e00000010',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000025',17,'f00000012',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000026',17,'e00000003',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000026',17,'f00000012',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000026',17,'f00000013',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000026',17,'f00000014',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000027',17,'e00000011',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000027',17,'f00000014',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000028',17,'s00000015',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000029',17,'c00000002',12,'{}');
INSERT INTO "edges" VALUES(1,'h00000030',17,'key-info',12,'{}');
INSERT INTO "edges" VALUES(1,'key-info',8,'m00000005',12,'{}');
INSERT INTO "edges" VALUES(1,'m00000001',1,'c00000002',2,'{}');
INSERT INTO "edges" VALUES(1,'m00000001',2,'e00000003',2,'{}');
INSERT INTO "edges" VALUES(1,'m00000001',3,'e00000009',12,'{}');
INSERT INTO "edges" VALUES(1,'m00000001',3,'e00000010',12,'{}');
INSERT INTO "edges" VALUES(1,'m00000004',1,'c00000002',4,'{}');
INSERT INTO "edges" VALUES(1,'m00000004',3,'e00000009',12,'{}');
INSERT INTO "edges" VALUES(1,'m00000004',3,'e00000010',12,'{}');
INSERT INTO "edges" VALUES(1,'m00000005',1,'c00000002',5,'{}');
INSERT INTO "edges" VALUES(1,'m00000005',2,'e00000003',5,'{}');
INSERT INTO "edges" VALUES(1,'m00000006',1,'c00000002',7,'{}');
INSERT INTO "edges" VALUES(1,'m00000007',1,'c00000002',8,'{}');
INSERT INTO "edges" VALUES(1,'m00000007',2,'e00000003',8,'{}');
INSERT INTO "edges" VALUES(1,'m00000007',3,'e00000009',12,'{}');
INSERT INTO "edges" VALUES(1,'m00000007',3,'e00000011',12,'{}');
INSERT INTO "edges" VALUES(1,'m00000008',1,'c00000002',10,'{}');
INSERT INTO "edges" VALUES(1,'m00000008',3,'e00000009',12,'{}');
INSERT INTO "edges" VALUES(1,'m00000008',3,'e00000011',12,'{}');
INSERT INTO "edges" VALUES(1,'s00000015',12,'m00000001',12,'{}');
INSERT INTO "edges" VALUES(1,'s00000015',12,'m00000004',12,'{}');
INSERT INTO "edges" VALUES(1,'s00000015',12,'m00000005',12,'{}');
INSERT INTO "edges" VALUES(1,'s00000015',12,'m00000006',12,'{}');
INSERT INTO "edges" VALUES(1,'s00000015',12,'m00000007',12,'{}');
INSERT INTO "edges" VALUES(1,'s00000015',12,'m00000008',12,'{}');
CREATE TABLE nodes (
    space_no INTEGER NOT NULL,
    id TEXT NOT NULL,
    label INTEGER NOT NULL,
    version INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    properties TEXT NOT NULL,
    find_chat, find_conversation, find_created_at, find_digest, find_external_id, find_key, find_kind, find_last_at, find_last_position, find_level, find_position, find_prompt_hash, find_purpose, find_sent_at, find_status, find_type, find_updated_at,
    terms TEXT,
    vector BLOB,
    body TEXT,
    UNIQUE (space_no, id)
);
INSERT INTO "nodes" VALUES(1,'space',1,9,12,'{"name":"home","created_at":1772355600000,"profile":"assistant","next_id":31,"message_count":6,"rounded_to":"m00000008","waiting":[],"round_after":"","round_to":"","calls_left":0.0,"attempts":0,"clock":"wall","gap":21600.0,"bystanders":[]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "nodes" VALUES(1,'c00000002',2,7,12,'{"name":"Ada: Maren, allergic, Bergen, sister, m…","chat":"","status":"complete","started_at":1772355600000,"last_at":1772355725000,"first_position":1772355600000.0,"last_position":1772355725000.0,"message_count":6,"participants":["Ada","assistant"],"topics":["Maren","allergic","Bergen","sister","moved"],"title":"Ada: Maren, allergic, Bergen, sister, moved","summary":"s00000015"}','',NULL,NULL,NULL,NULL,NULL,NULL,1772355725000,1772355725000.0,NULL,NULL,NULL,NULL,NULL,'complete',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "nodes" VALUES(1,'e00000003',5,2,12,'{"name":"Ada","key":"ada","type":"person","aliases":[],"is_stale":false,"author":"rules","created_at":1772355600000,"updated_at":1772442000000,"compared_with":[],"tokens":22,"dossier_tokens":0,"usefulness":0.0,"brief":"Ada: My sister Maren lives in Bergen. I am allergic to nuts. Maren moved to Oslo."}',NULL,NULL,NULL,NULL,NULL,'ada',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'person',1772442000000,'ada =ada ada =ada my =my siste =sister maren =maren live =lives in =in berge =bergen i =i am =am aller =allergic to =to nut =nuts maren =maren move =moved to =to oslo =oslo',NULL,NULL);
INSERT INTO "nodes" VALUES(1,'m00000001',3,2,12,'{"name":"My sister Maren lives in Bergen.","conversation":"c00000002","chat":"","sender":"Ada","role":"user","sent_at":1772355600000,"position":1772355600000.0,"digest":"09f48742dfbce75037c0d0ba27c2fe24","is_timed":true,"tokens":8,"usefulness":0.0,"container":"s00000015"}','','c00000002',NULL,'09f48742dfbce75037c0d0ba27c2fe24',NULL,NULL,NULL,NULL,NULL,NULL,1772355600000.0,NULL,NULL,1772355600000,NULL,NULL,NULL,'ada =ada my =my siste =sister maren =maren live =lives in =in berge =bergen',NULL,'My sister Maren lives in Bergen.');
INSERT INTO "nodes" VALUES(1,'b1772355600000471e1694',11,1,3,'{"name":"b1772355600000471e1694","chat":"","query":"m00000001","tokens":0,"budget_tokens":2048,"shown":[],"near_misses":"[]","left_out_count":0,"visible_from":"m00000001","created_at":1772355600000}','',NULL,1772355600000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "nodes" VALUES(1,'m00000004',3,2,12,'{"name":"I see: My sister Maren lives in Bergen.","conversation":"c00000002","chat":"","sender":"assistant","role":"assistant","sent_at":1772355605000,"position":1772355605000.0,"digest":"167cc261b8b643f0bcc173df9c9ded83","is_timed":true,"tokens":11,"usefulness":0.0,"container":"s00000015"}','','c00000002',NULL,'167cc261b8b643f0bcc173df9c9ded83',NULL,NULL,NULL,NULL,NULL,NULL,1772355605000.0,NULL,NULL,1772355605000,NULL,NULL,NULL,'i =i see =see my =my siste =sister maren =maren live =lives in =in berge =bergen',NULL,'I see: My sister Maren lives in Bergen.');
INSERT INTO "nodes" VALUES(1,'m00000005',3,2,12,'{"name":"I am allergic to nuts.","conversation":"c00000002","chat":"","sender":"Ada","role":"user","sent_at":1772355660000,"position":1772355660000.0,"digest":"c99f37d0f8c5c01871bd7540a422377a","is_timed":true,"tokens":6,"usefulness":0.0,"container":"s00000015"}','','c00000002',NULL,'c99f37d0f8c5c01871bd7540a422377a',NULL,NULL,NULL,NULL,NULL,NULL,1772355660000.0,NULL,NULL,1772355660000,NULL,NULL,NULL,'ada =ada i =i am =am aller =allergic to =to nut =nuts',NULL,'I am allergic to nuts.');
INSERT INTO "nodes" VALUES(1,'b17723556600009b3ba14d',11,1,6,'{"name":"<memory> Background from memory, for th…","chat":"","query":"m00000005","tokens":71,"budget_tokens":2048,"shown":["m00000001","m00000004"],"near_misses":"[]","left_out_count":0,"visible_from":"m00000005","created_at":1772355660000}','',NULL,1772355660000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'<memory>
Background from memory, for this turn only. Draw on it where it helps, trust the visible messages over it, and do not mention it.

## Said just before
1 March 2026
- Ada: My sister Maren lives in Bergen.
- assistant: I see: My sister Maren lives in Bergen.
</memory>
');
INSERT INTO "nodes" VALUES(1,'m00000006',3,2,12,'{"name":"I see: I am allergic to nuts.","conversation":"c00000002","chat":"","sender":"assistant","role":"assistant","sent_at":1772355665000,"position":1772355665000.0,"digest":"5561f041bd714ab4f05b834ee753f9ce","is_timed":true,"tokens":9,"usefulness":0.0,"container":"s00000015"}','','c00000002',NULL,'5561f041bd714ab4f05b834ee753f9ce',NULL,NULL,NULL,NULL,NULL,NULL,1772355665000.0,NULL,NULL,1772355665000,NULL,NULL,NULL,'i =i see =see i =i am =am aller =allergic to =to nut =nuts',NULL,'I see: I am allergic to nuts.');
INSERT INTO "nodes" VALUES(1,'m00000007',3,2,12,'{"name":"Maren moved to Oslo.","conversation":"c00000002","chat":"","sender":"Ada","role":"user","sent_at":1772355720000,"position":1772355720000.0,"digest":"c325cda7a0206da35fcb5bfebe36e481","is_timed":true,"tokens":6,"usefulness":0.0,"container":"s00000015"}','','c00000002',NULL,'c325cda7a0206da35fcb5bfebe36e481',NULL,NULL,NULL,NULL,NULL,NULL,1772355720000.0,NULL,NULL,1772355720000,NULL,NULL,NULL,'ada =ada maren =maren move =moved to =to oslo =oslo',NULL,'Maren moved to Oslo.');
INSERT INTO "nodes" VALUES(1,'b177235572000068a34990',11,1,9,'{"name":"<memory> Background from memory, for th…","chat":"","query":"m00000007","tokens":92,"budget_tokens":2048,"shown":["m00000001","m00000004","m00000005","m00000006"],"near_misses":"[]","left_out_count":0,"visible_from":"m00000007","created_at":1772355720000}','',NULL,1772355720000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'<memory>
Background from memory, for this turn only. Draw on it where it helps, trust the visible messages over it, and do not mention it.

## Said just before
1 March 2026
- Ada: My sister Maren lives in Bergen.
- assistant: I see: My sister Maren lives in Bergen.
- Ada: I am allergic to nuts.
- assistant: I see: I am allergic to nuts.
</memory>
');
INSERT INTO "nodes" VALUES(1,'m00000008',3,2,12,'{"name":"I see: Maren moved to Oslo.","conversation":"c00000002","chat":"","sender":"assistant","role":"assistant","sent_at":1772355725000,"position":1772355725000.0,"digest":"a3b293916a99c484ab8d7b6e163303e7","is_timed":true,"tokens":9,"usefulness":0.0,"container":"s00000015"}','','c00000002',NULL,'a3b293916a99c484ab8d7b6e163303e7',NULL,NULL,NULL,NULL,NULL,NULL,1772355725000.0,NULL,NULL,1772355725000,NULL,NULL,NULL,'i =i see =see maren =maren move =moved to =to oslo =oslo',NULL,'I see: Maren moved to Oslo.');
INSERT INTO "nodes" VALUES(1,'e00000009',5,1,12,'{"name":"Maren","key":"maren","type":"person","aliases":[],"is_stale":false,"author":"rules","created_at":1772442000000,"updated_at":1772442000000,"compared_with":[],"tokens":16,"dossier_tokens":0,"usefulness":0.0,"brief":"Ada: My sister Maren lives in Bergen. Maren moved to Oslo."}',NULL,NULL,NULL,NULL,NULL,'maren',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'person',1772442000000,'maren =maren ada =ada my =my siste =sister maren =maren live =lives in =in berge =bergen maren =maren move =moved to =to oslo =oslo',NULL,NULL);
INSERT INTO "nodes" VALUES(1,'e00000010',5,1,12,'{"name":"Bergen","key":"bergen","type":"place","aliases":[],"is_stale":false,"author":"rules","created_at":1772442000000,"updated_at":1772442000000,"compared_with":[],"tokens":10,"dossier_tokens":0,"usefulness":0.0,"brief":"Ada: My sister Maren lives in Bergen."}',NULL,NULL,NULL,NULL,NULL,'bergen',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'place',1772442000000,'berge =bergen ada =ada my =my siste =sister maren =maren live =lives in =in berge =bergen',NULL,NULL);
INSERT INTO "nodes" VALUES(1,'e00000011',5,1,12,'{"name":"Oslo","key":"oslo","type":"place","aliases":[],"is_stale":false,"author":"rules","created_at":1772442000000,"updated_at":1772442000000,"compared_with":[],"tokens":8,"dossier_tokens":0,"usefulness":0.0,"brief":"Ada: Maren moved to Oslo."}',NULL,NULL,NULL,NULL,NULL,'oslo',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'place',1772442000000,'oslo =oslo ada =ada maren =maren move =moved to =to oslo =oslo',NULL,NULL);
INSERT INTO "nodes" VALUES(1,'f00000012',7,1,12,'{"name":"Ada: My sister Maren lives in Bergen.","kind":"fact","status":"current","importance":8,"salience":5,"usefulness":0.0,"confidence":1.0,"stated_by":"user","author":"rules","created_at":1772442000000,"updated_at":1772442000000,"valid_from":1772355600000,"compared_with":[],"tokens":10}',NULL,NULL,NULL,NULL,NULL,NULL,'fact',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'current',NULL,1772442000000,'ada =ada my =my siste =sister maren =maren live =lives in =in berge =bergen',NULL,'Ada: My sister Maren lives in Bergen.');
INSERT INTO "nodes" VALUES(1,'f00000013',7,1,12,'{"name":"Ada: I am allergic to nuts.","kind":"fact","status":"current","importance":9,"salience":6,"usefulness":0.0,"confidence":1.0,"stated_by":"user","author":"rules","created_at":1772442000000,"updated_at":1772442000000,"valid_from":1772355660000,"compared_with":[],"tokens":8}',NULL,NULL,NULL,NULL,NULL,NULL,'fact',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'current',NULL,1772442000000,'ada =ada i =i am =am aller =allergic to =to nut =nuts',NULL,'Ada: I am allergic to nuts.');
INSERT INTO "nodes" VALUES(1,'f00000014',7,1,12,'{"name":"Ada: Maren moved to Oslo.","kind":"fact","status":"current","importance":6,"salience":4,"usefulness":0.0,"confidence":1.0,"stated_by":"user","author":"rules","created_at":1772442000000,"updated_at":1772442000000,"valid_from":1772355720000,"compared_with":[],"tokens":8}',NULL,NULL,NULL,NULL,NULL,NULL,'fact',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'current',NULL,1772442000000,'ada =ada maren =maren move =moved to =to oslo =oslo',NULL,'Ada: Maren moved to Oslo.');
INSERT INTO "nodes" VALUES(1,'s00000015',4,1,12,'{"name":"Ada: My sister Maren lives in Bergen. I…","level":1,"conversation":"c00000002","first_at":1772355600000,"last_at":1772355725000,"first_position":1772355600000.0,"last_position":1772355725000.0,"message_count":6,"participants":["Ada","assistant"],"is_stale":false,"author":"rules","tokens":22,"usefulness":0.0}',NULL,'c00000002',NULL,NULL,NULL,NULL,NULL,1772355725000,NULL,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'ada =ada my =my siste =sister maren =maren live =lives in =in berge =bergen i =i am =am aller =allergic to =to nut =nuts maren =maren move =moved to =to oslo =oslo',NULL,'Ada: My sister Maren lives in Bergen. I am allergic to nuts. Maren moved to Oslo.');
INSERT INTO "nodes" VALUES(1,'key-info',10,1,12,'{"name":"key-info","lines":["Ada: I am allergic to nuts."],"sources":["m00000005"],"author":"rules","updated_at":1772442000000,"tokens":8}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "nodes" VALUES(1,'h00000016',13,1,12,'{"name":"Unused in block b17723556600009b3ba14d:…","kind":"JudgePresentation","what":"Unused in block b17723556600009b3ba14d: 2 of 2 items","why":"","author":"rules","archivist":"usefulness","prompt_version":"","evidence":["m00000006"],"touched":["b17723556600009b3ba14d","m00000001","m00000004"],"created_at":1772442000000,"round":"m00000008"}',NULL,NULL,1772442000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"edges":[{"before":{"verdict":null},"ends":[["b17723556600009b3ba14d","m00000001"],["b17723556600009b3ba14d","m00000004"]],"kind":"PRESENTED","left":"3a0b6b96e2fbf331"}],"nodes":[]}');
INSERT INTO "nodes" VALUES(1,'h00000017',13,1,12,'{"name":"Unused in block b177235572000068a34990:…","kind":"JudgePresentation","what":"Unused in block b177235572000068a34990: 4 of 4 items","why":"","author":"rules","archivist":"usefulness","prompt_version":"","evidence":["m00000008"],"touched":["b177235572000068a34990","m00000001","m00000004","m00000005","m00000006"],"created_at":1772442000000,"round":"m00000008"}',NULL,NULL,1772442000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"edges":[{"before":{"verdict":null},"ends":[["b177235572000068a34990","m00000001"],["b177235572000068a34990","m00000004"],["b177235572000068a34990","m00000005"],["b177235572000068a34990","m00000006"]],"kind":"PRESENTED","left":"3a0b6b96e2fbf331"}],"nodes":[]}');
INSERT INTO "nodes" VALUES(1,'h00000018',13,1,12,'{"name":"Met Maren, person","kind":"NewEntity","what":"Met Maren, person","why":"","author":"rules","archivist":"entities","prompt_version":"","evidence":["m00000001","m00000004","m00000007","m00000008"],"touched":["e00000009","m00000001","m00000004","m00000007","m00000008"],"created_at":1772442000000,"round":"m00000008"}',NULL,NULL,1772442000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"edges":[{"before":null,"ends":[["m00000001","e00000009"],["m00000004","e00000009"],["m00000007","e00000009"],["m00000008","e00000009"]],"kind":"MENTIONS","left":"01e7b720ff566d53"}],"nodes":[{"before":null,"ids":["e00000009"],"label":"Entity","left":"cc4e1a43caaa2258","told":null,"version":0}]}');
INSERT INTO "nodes" VALUES(1,'h00000019',13,1,12,'{"name":"Met Bergen, place","kind":"NewEntity","what":"Met Bergen, place","why":"","author":"rules","archivist":"entities","prompt_version":"","evidence":["m00000001","m00000004"],"touched":["e00000010","m00000001","m00000004"],"created_at":1772442000000,"round":"m00000008"}',NULL,NULL,1772442000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"edges":[{"before":null,"ends":[["m00000001","e00000010"],["m00000004","e00000010"]],"kind":"MENTIONS","left":"01e7b720ff566d53"}],"nodes":[{"before":null,"ids":["e00000010"],"label":"Entity","left":"f32c0c8a3a5f39c3","told":null,"version":0}]}');
INSERT INTO "nodes" VALUES(1,'h00000020',13,1,12,'{"name":"Met Oslo, place","kind":"NewEntity","what":"Met Oslo, place","why":"","author":"rules","archivist":"entities","prompt_version":"","evidence":["m00000007","m00000008"],"touched":["e00000011","m00000007","m00000008"],"created_at":1772442000000,"round":"m00000008"}',NULL,NULL,1772442000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"edges":[{"before":null,"ends":[["m00000007","e00000011"],["m00000008","e00000011"]],"kind":"MENTIONS","left":"01e7b720ff566d53"}],"nodes":[{"before":null,"ids":["e00000011"],"label":"Entity","left":"92cd404c7792aa34","told":null,"version":0}]}');
INSERT INTO "nodes" VALUES(1,'h00000021',13,1,12,'{"name":"New fact: Ada: My sister Maren lives in…","kind":"NewFact","what":"New fact: Ada: My sister Maren lives in Bergen.","why":"","author":"rules","archivist":"facts","prompt_version":"","evidence":["m00000001"],"touched":["f00000012","e00000009","e00000010","e00000003","m00000001"],"created_at":1772442000000,"round":"m00000008"}',NULL,NULL,1772442000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"edges":[{"before":null,"ends":[["f00000012","m00000001"]],"kind":"STATED_IN","left":"01e7b720ff566d53"},{"before":null,"ends":[["f00000012","e00000009"],["f00000012","e00000010"],["f00000012","e00000003"]],"kind":"ABOUT","left":"01e7b720ff566d53"}],"nodes":[{"before":null,"ids":["f00000012"],"label":"Fact","left":"27448e23b5b91680","told":null,"version":0}]}');
INSERT INTO "nodes" VALUES(1,'h00000022',13,1,12,'{"name":"New fact: Ada: I am allergic to nuts.","kind":"NewFact","what":"New fact: Ada: I am allergic to nuts.","why":"","author":"rules","archivist":"facts","prompt_version":"","evidence":["m00000005"],"touched":["f00000013","e00000003","m00000005"],"created_at":1772442000000,"round":"m00000008"}',NULL,NULL,1772442000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"edges":[{"before":null,"ends":[["f00000013","m00000005"]],"kind":"STATED_IN","left":"01e7b720ff566d53"},{"before":null,"ends":[["f00000013","e00000003"]],"kind":"ABOUT","left":"01e7b720ff566d53"}],"nodes":[{"before":null,"ids":["f00000013"],"label":"Fact","left":"06bcc45904aadfd2","told":null,"version":0}]}');
INSERT INTO "nodes" VALUES(1,'h00000023',13,1,12,'{"name":"New fact: Ada: Maren moved to Oslo.","kind":"NewFact","what":"New fact: Ada: Maren moved to Oslo.","why":"","author":"rules","archivist":"facts","prompt_version":"","evidence":["m00000007"],"touched":["f00000014","e00000009","e00000011","e00000003","m00000007"],"created_at":1772442000000,"round":"m00000008"}',NULL,NULL,1772442000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"edges":[{"before":null,"ends":[["f00000014","m00000007"]],"kind":"STATED_IN","left":"01e7b720ff566d53"},{"before":null,"ends":[["f00000014","e00000009"],["f00000014","e00000011"],["f00000014","e00000003"]],"kind":"ABOUT","left":"01e7b720ff566d53"}],"nodes":[{"before":null,"ids":["f00000014"],"label":"Fact","left":"5cad9bcb14bc315b","told":null,"version":0}]}');
INSERT INTO "nodes" VALUES(1,'h00000024',13,1,12,'{"name":"Wrote the brief and dossier of Maren","kind":"EntityText","what":"Wrote the brief and dossier of Maren","why":"","author":"rules","archivist":"dossiers","prompt_version":"","evidence":[],"touched":["e00000009","f00000012","f00000014"],"created_at":1772442000000,"round":"m00000008"}',NULL,NULL,1772442000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"edges":[{"before":null,"ends":[["e00000009","f00000012"],["e00000009","f00000014"]],"kind":"COVERS","left":"acb4608ac0b59a64"}],"nodes":[{"before":{"brief":null,"terms":"mare maren =maren","tokens":0},"ids":["e00000009"],"label":"Entity","left":"01e7b720ff566d53","told":"dc10090d244c4c17","version":0}]}');
INSERT INTO "nodes" VALUES(1,'h00000025',13,1,12,'{"name":"Wrote the brief and dossier of Bergen","kind":"EntityText","what":"Wrote the brief and dossier of Bergen","why":"","author":"rules","archivist":"dossiers","prompt_version":"","evidence":[],"touched":["e00000010","f00000012"],"created_at":1772442000000,"round":"m00000008"}',NULL,NULL,1772442000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"edges":[{"before":null,"ends":[["e00000010","f00000012"]],"kind":"COVERS","left":"acb4608ac0b59a64"}],"nodes":[{"before":{"brief":null,"terms":"berge =bergen","tokens":0},"ids":["e00000010"],"label":"Entity","left":"01e7b720ff566d53","told":"408b9f27faf493c2","version":0}]}');
INSERT INTO "nodes" VALUES(1,'h00000026',13,1,12,'{"name":"Wrote the brief and dossier of Ada","kind":"EntityText","what":"Wrote the brief and dossier of Ada","why":"","author":"rules","archivist":"dossiers","prompt_version":"","evidence":[],"touched":["e00000003","f00000012","f00000013","f00000014"],"created_at":1772442000000,"round":"m00000008"}',NULL,NULL,1772442000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"edges":[{"before":null,"ends":[["e00000003","f00000012"],["e00000003","f00000013"],["e00000003","f00000014"]],"kind":"COVERS","left":"acb4608ac0b59a64"}],"nodes":[{"before":{"brief":null,"terms":"ada =ada","tokens":0,"updated_at":1772355600000},"ids":["e00000003"],"label":"Entity","left":"01e7b720ff566d53","told":"c9eb447ec534dec3","version":1}]}');
INSERT INTO "nodes" VALUES(1,'h00000027',13,1,12,'{"name":"Wrote the brief and dossier of Oslo","kind":"EntityText","what":"Wrote the brief and dossier of Oslo","why":"","author":"rules","archivist":"dossiers","prompt_version":"","evidence":[],"touched":["e00000011","f00000014"],"created_at":1772442000000,"round":"m00000008"}',NULL,NULL,1772442000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"edges":[{"before":null,"ends":[["e00000011","f00000014"]],"kind":"COVERS","left":"acb4608ac0b59a64"}],"nodes":[{"before":{"brief":null,"terms":"oslo =oslo","tokens":0},"ids":["e00000011"],"label":"Entity","left":"01e7b720ff566d53","told":"e48c39abc39de208","version":0}]}');
INSERT INTO "nodes" VALUES(1,'h00000028',13,1,12,'{"name":"Summary of 6 messages: Ada: My sister M…","kind":"NewSummary","what":"Summary of 6 messages: Ada: My sister Maren lives in Bergen. I am allergic to nuts. Maren moved to Osl…","why":"","author":"rules","archivist":"summaries","prompt_version":"","evidence":[],"touched":["s00000015","m00000001","m00000004","m00000005","m00000006","m00000007","m00000008"],"created_at":1772442000000,"round":"m00000008"}',NULL,NULL,1772442000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"edges":[{"before":null,"ends":[["s00000015","m00000001"],["s00000015","m00000004"],["s00000015","m00000005"],["s00000015","m00000006"],["s00000015","m00000007"],["s00000015","m00000008"]],"kind":"SUMMARIZES","left":"01e7b720ff566d53"}],"nodes":[{"before":null,"ids":["s00000015"],"label":"Summary","left":"03ea9051fd5cc396","told":null,"version":0},{"before":{"container":null},"ids":["m00000001","m00000004","m00000005","m00000006","m00000007","m00000008"],"label":"Message","left":"3fb93f6fcf571893","told":null,"version":1}]}');
INSERT INTO "nodes" VALUES(1,'h00000029',13,1,12,'{"name":"Complete: Ada: Maren, allergic, Bergen,…","kind":"CompleteConversation","what":"Complete: Ada: Maren, allergic, Bergen, sister, moved","why":"","author":"rules","archivist":"summaries","prompt_version":"","evidence":[],"touched":["c00000002"],"created_at":1772442000000,"round":"m00000008"}',NULL,NULL,1772442000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"edges":[],"nodes":[{"before":{"name":"c00000002","status":"active","summary":null,"title":null,"topics":[]},"ids":["c00000002"],"label":"Conversation","left":"6fd036afee42f025","told":null,"version":6}]}');
INSERT INTO "nodes" VALUES(1,'h00000030',13,1,12,'{"name":"Always to be known: Ada: I am allergic …","kind":"SetKeyInfo","what":"Always to be known: Ada: I am allergic to nuts.","why":"","author":"rules","archivist":"key_info","prompt_version":"","evidence":["m00000005"],"touched":["key-info","m00000005"],"created_at":1772442000000,"round":"m00000008"}',NULL,NULL,1772442000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"edges":[{"before":null,"ends":[["key-info","m00000005"]],"kind":"STATED_IN","left":"01e7b720ff566d53"}],"nodes":[{"before":null,"ids":["key-info"],"label":"KeyInfo","left":"7c58f563efbc219c","told":null,"version":0}]}');
INSERT INTO "nodes" VALUES(1,'b17724420000004c0ec8ac',11,1,13,'{"name":"<memory> Background from memory, for th…","chat":"","query":"","tokens":140,"budget_tokens":2048,"shown":["key-info","f00000012","m00000004","m00000006","m00000007","m00000008"],"near_misses":"[{\"id\": \"e00000009\", \"label\": \"Entity\", \"score\": 0.9415, \"terms\": {\"text\": 0.5736, \"graph\": 0.9861, \"named\": 1.0, \"recency\": 1.0, \"kind\": 0.6}, \"reason\": \"left out: all that it says is shown already\"}, {\"id\": \"m00000001\", \"label\": \"Message\", \"score\": 0.7884, \"terms\": {\"text\": 0.5188, \"named\": 1.0, \"recency\": 0.9677, \"shown\": 1.0, \"kind\": 0.3}, \"reason\": \"left out: a fact that is shown already says it\"}, {\"id\": \"e00000010\", \"label\": \"Entity\", \"score\": 0.6625, \"terms\": {\"text\": 0.5043, \"graph\": 0.5884, \"recency\": 1.0, \"kind\": 0.6}, \"reason\": \"left out: all that it says is shown already\"}, {\"id\": \"e00000003\", \"label\": \"Entity\", \"score\": 0.6353, \"terms\": {\"text\": 0.4822, \"graph\": 0.5545, \"recency\": 1.0, \"kind\": 0.6}, \"reason\": \"left out: all that it says is shown already\"}, {\"id\": \"f00000014\", \"label\": \"Fact\", \"score\": 0.6204, \"terms\": {\"text\": 0.2542, \"graph\": 0.5771, \"named\": 1.0, \"importance\": 0.2, \"salience\": -0.2, \"recency\": 0.9678, \"kind\": 1.0}, \"reason\": \"left out: all that it says is shown already\"}, {\"id\": \"s00000015\", \"label\": \"Summary\", \"score\": 0.5411, \"terms\": {\"text\": 0.4914, \"recency\": 0.9678, \"kind\": 0.4}, \"reason\": \"left out: all that it says is shown already\"}, {\"id\": \"m00000005\", \"label\": \"Message\", \"score\": 0.4475, \"terms\": {\"around\": 0.5043, \"recency\": 0.9678, \"shown\": 1.0, \"kind\": 0.3}, \"reason\": \"left out: key info already says it\"}, {\"id\": \"e00000011\", \"label\": \"Entity\", \"score\": 0.3535, \"terms\": {\"text\": 0.2467, \"graph\": 0.2455, \"recency\": 1.0, \"kind\": 0.6}, \"reason\": \"left out: all that it says is shown already\"}, {\"id\": \"f00000013\", \"label\": \"Fact\", \"score\": 0.2607, \"terms\": {\"graph\": 0.1405, \"importance\": 0.8, \"salience\": 0.2, \"recency\": 0.9678, \"kind\": 1.0}, \"reason\": \"left out: key info already says it\"}]","left_out_count":2,"created_at":1772442000000}','',NULL,1772442000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'<memory>
Background from memory, for this turn only. Draw on it where it helps, trust the visible messages over it, and do not mention it.

## Always to be known
- Ada: I am allergic to nuts.

## Earlier conversations
(2 earlier messages are not shown.)

## Facts
- Ada: My sister Maren lives in Bergen. (1 March 2026)

## Said earlier
1 March 2026
- assistant: I see: My sister Maren lives in Bergen.
- assistant: I see: I am allergic to nuts.
- Ada: Maren moved to Oslo.
- assistant: I see: Maren moved to Oslo.
</memory>
');
CREATE TABLE spaces (
    no INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    seq INTEGER NOT NULL
);
INSERT INTO "spaces" VALUES(1,'home',13);
CREATE INDEX nodes_seq ON nodes (space_no, seq, id);
CREATE INDEX nodes_label ON nodes (space_no, label, id);
CREATE INDEX edges_target ON edges (space_no, target, kind, source);
CREATE INDEX edges_seq ON edges (space_no, seq);
CREATE INDEX dropped_seq ON dropped (space_no, seq);
CREATE INDEX conversation_by_last_at ON nodes (space_no, find_last_at, id) WHERE label = 2 AND find_last_at IS NOT NULL;
CREATE INDEX conversation_by_chat_and_last_at ON nodes (space_no, find_chat, find_last_at, id) WHERE label = 2 AND find_last_at IS NOT NULL;
CREATE INDEX conversation_by_chat_and_last_position ON nodes (space_no, find_chat, find_last_position, id) WHERE label = 2 AND find_last_position IS NOT NULL;
CREATE INDEX conversation_by_status_and_last_at ON nodes (space_no, find_status, find_last_at, id) WHERE label = 2 AND find_last_at IS NOT NULL;
CREATE INDEX message_by_sent_at ON nodes (space_no, find_sent_at, id) WHERE label = 3 AND find_sent_at IS NOT NULL;
CREATE INDEX message_by_chat_and_position ON nodes (space_no, find_chat, find_position, id) WHERE label = 3 AND find_position IS NOT NULL;
CREATE INDEX message_by_chat ON nodes (space_no, find_chat, id) WHERE label = 3 AND find_chat IS NOT NULL;
CREATE INDEX message_by_conversation_and_position ON nodes (space_no, find_conversation, find_position, id) WHERE label = 3 AND find_position IS NOT NULL;
CREATE INDEX message_by_external_id ON nodes (space_no, find_external_id, id) WHERE label = 3 AND find_external_id IS NOT NULL;
CREATE INDEX message_by_digest ON nodes (space_no, find_digest, id) WHERE label = 3 AND find_digest IS NOT NULL;
CREATE INDEX summary_by_last_at ON nodes (space_no, find_last_at, id) WHERE label = 4 AND find_last_at IS NOT NULL;
CREATE INDEX summary_by_conversation_and_last_at ON nodes (space_no, find_conversation, find_last_at, id) WHERE label = 4 AND find_last_at IS NOT NULL;
CREATE INDEX summary_by_level_and_last_at ON nodes (space_no, find_level, find_last_at, id) WHERE label = 4 AND find_last_at IS NOT NULL;
CREATE INDEX entity_by_key ON nodes (space_no, find_key, id) WHERE label = 5 AND find_key IS NOT NULL;
CREATE INDEX entity_by_updated_at ON nodes (space_no, find_updated_at, id) WHERE label = 5 AND find_updated_at IS NOT NULL;
CREATE INDEX entity_by_type_and_updated_at ON nodes (space_no, find_type, find_updated_at, id) WHERE label = 5 AND find_updated_at IS NOT NULL;
CREATE INDEX fact_by_updated_at ON nodes (space_no, find_updated_at, id) WHERE label = 7 AND find_updated_at IS NOT NULL;
CREATE INDEX fact_by_kind_and_updated_at ON nodes (space_no, find_kind, find_updated_at, id) WHERE label = 7 AND find_updated_at IS NOT NULL;
CREATE INDEX fact_by_status_and_updated_at ON nodes (space_no, find_status, find_updated_at, id) WHERE label = 7 AND find_updated_at IS NOT NULL;
CREATE INDEX reflection_by_updated_at ON nodes (space_no, find_updated_at, id) WHERE label = 8 AND find_updated_at IS NOT NULL;
CREATE INDEX significantmemory_by_updated_at ON nodes (space_no, find_updated_at, id) WHERE label = 9 AND find_updated_at IS NOT NULL;
CREATE INDEX significantmemory_by_type_and_updated_at ON nodes (space_no, find_type, find_updated_at, id) WHERE label = 9 AND find_updated_at IS NOT NULL;
CREATE INDEX block_by_created_at ON nodes (space_no, find_created_at, id) WHERE label = 11 AND find_created_at IS NOT NULL;
CREATE INDEX block_by_chat_and_created_at ON nodes (space_no, find_chat, find_created_at, id) WHERE label = 11 AND find_created_at IS NOT NULL;
CREATE INDEX change_by_created_at ON nodes (space_no, find_created_at, id) WHERE label = 13 AND find_created_at IS NOT NULL;
CREATE INDEX modelcall_by_created_at ON nodes (space_no, find_created_at, id) WHERE label = 14 AND find_created_at IS NOT NULL;
CREATE INDEX modelcall_by_purpose_and_created_at ON nodes (space_no, find_purpose, find_created_at, id) WHERE label = 14 AND find_created_at IS NOT NULL;
CREATE INDEX modelcall_by_prompt_hash_and_created_at ON nodes (space_no, find_prompt_hash, find_created_at, id) WHERE label = 14 AND find_created_at IS NOT NULL;
COMMIT;
