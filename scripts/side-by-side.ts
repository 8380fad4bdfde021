/** `-- not side by side: why`: the migration needs a moment without the previous version, and says why. */
const REASON = /^--[ \t]*not side by side:[ \t]*\S/im;

/** A kind of statement that the previous version cannot work beside, or that stops it for long. */
interface Rule {
  readonly breaks: string;
  readonly finds: RegExp;
  /** Not on a table that the same migration creates. */
  readonly onlyExisting?: true;
}

const NAME = String.raw`(?:if (?:not )?exists )?(?:only )?([\w.]+)`;

const RULES: readonly Rule[] = [
  {
    breaks: "drops what the previous version may use",
    finds: /^drop (?:table|view|function|procedure|schema|type|sequence)\b/,
  },
  {
    breaks: "drops a column that the previous version reads",
    finds: new RegExp(`^alter table ${NAME} .*?\\bdrop column\\b`),
    onlyExisting: true,
  },
  {
    breaks: "renames what the previous version uses",
    finds: /^alter (?:table|view|function|type|schema|sequence)\b.*\brename\b/,
  },
  {
    breaks: "moves what the previous version uses",
    finds: /^alter (?:table|view|function|type|sequence)\b.*\bset schema\b/,
  },
  {
    breaks: "changes the type of a column",
    finds: new RegExp(`^alter table ${NAME} .*?\\balter (?:column )?\\w+ (?:set data )?type\\b`),
    onlyExisting: true,
  },
  {
    breaks: "requires a value that the previous version does not write",
    finds: new RegExp(`^alter table ${NAME} .*?\\bset not null\\b`),
    onlyExisting: true,
  },
  {
    breaks: "removes a default that the previous version relies on",
    finds: new RegExp(`^alter table ${NAME} .*?\\bdrop default\\b`),
    onlyExisting: true,
  },
  {
    breaks: "adds a constraint that the previous version may violate",
    finds: new RegExp(
      `^alter table ${NAME} .*?\\badd (?:constraint \\w+ )?(?:check|foreign key|unique|primary key|exclude)\\b(?!.*\\bnot valid\\b)`,
    ),
    onlyExisting: true,
  },
  {
    breaks: "creates an index, which stops all writes to its table",
    finds: new RegExp(`^create (?:unique )?index (?:if not exists )?(?:\\w+ )?on ${NAME}`),
    onlyExisting: true,
  },
  { breaks: "deletes rows", finds: /^(?:truncate|delete from)\b/ },
];

/** The body of a function does not run now; that of `do` does. */
const withoutFunctionBodies = (text: string): string => text.replace(/\bas\s+(\$\w*\$)[\s\S]*?\1/gi, "as ''");

const statementsOf = (text: string): string[] =>
  withoutFunctionBodies(text.replace(/--.*$/gm, ""))
    .replace(/\bdo\s+(\$\w*\$)([\s\S]*?)\1/gi, (_, _quote, body: string) =>
      body.replace(/\b(?:begin|end|loop|then)\b/gi, ";"),
    )
    .split(";")
    .map((statement) => statement.replace(/\s+/g, " ").trim().toLowerCase());

/** `add column`s of a statement, each up to the next action. */
const addedColumns = (statement: string): string[] =>
  /^alter table\b/.test(statement)
    ? statement
        .split(/\badd column\b/)
        .slice(1)
        .map((column) => column.split(/, (?:add|alter|drop|rename)\b/)[0] ?? "")
    : [];
const isRequired = (column: string): boolean =>
  /\bnot null\b/.test(column) && !/\bdefault\b|\bgenerated\b/.test(column);

/** What the previous version, still running while this migration is applied, could fail on; none if it says why. */
export const sideBySideProblems = (text: string): string[] => {
  if (REASON.test(text)) return [];
  const statements = statementsOf(text);
  const created = new Set(
    statements.flatMap((statement) => new RegExp(`^create table ${NAME}`).exec(statement)?.[1] ?? []),
  );
  return statements.flatMap((statement) => [
    ...RULES.filter(({ finds, onlyExisting }) => {
      const found = finds.exec(statement);
      return found && !(onlyExisting && created.has(found[1] ?? ""));
    }).map(({ breaks }) => `${breaks}: ${statement.slice(0, 100)}`),
    ...addedColumns(statement)
      .filter((column) => isRequired(column))
      .map(
        (column) => `adds a column that the previous version does not write: ${column.trim().slice(0, 60)}`,
      ),
  ]);
};
