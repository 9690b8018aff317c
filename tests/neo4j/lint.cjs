// Reads {statements: {name: text}, labels, kinds} from its input and prints what Neo4j's parser and semantic check say
// against each statement, for both Cyphers: [{name, cypher, line, message}]. Needs no server.
const { lintCypherQuery, allCypherVersions } = require("@neo4j-cypher/language-support");
const { statements, labels, kinds } = JSON.parse(require("fs").readFileSync(0, "utf8"));

const findings = [];
for (const [name, text] of Object.entries(statements)) {
  const parameters = Object.fromEntries(Array.from(text.matchAll(/\$(\w+)/g), (found) => [found[1], null]));
  for (const cypher of allCypherVersions) {
    const database = { labels, relationshipTypes: kinds, parameters, defaultLanguage: cypher };
    for (const { message, range } of lintCypherQuery(text, database).diagnostics) {
      findings.push({ name, cypher, line: range.start.line + 1, message });
    }
  }
}
console.log(JSON.stringify(findings));
