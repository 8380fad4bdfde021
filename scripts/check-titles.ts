import { type Node, parseFileSync } from "@swc/core";

/** These run nothing of their own, or are not run at all: the ids in their titles are not proved. */
const PROVES_NOTHING = new Set(["describe", "suite", "skip", "todo", "fixme", "skipIf", "runIf", "step"]);

/** The part of swc's tree that matters here. */
interface Tree extends Node {
  readonly callee?: Tree;
  readonly arguments?: readonly { readonly expression: Tree }[];
  readonly object?: Tree;
  readonly property?: Tree;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly cooked?: string }[];
}

/** `test.describe.serial` is read as test, describe, serial; `test.each(rows)` as test, each. */
const wordsOf = (callee: Tree | undefined): string[] => {
  if (callee?.type === "CallExpression") return wordsOf(callee.callee);
  if (callee?.type === "MemberExpression") return [...wordsOf(callee.object), ...wordsOf(callee.property)];
  return callee?.type === "Identifier" ? [String(callee.value)] : [];
};

const isFunction = (node: Tree): boolean =>
  node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression";

/** A title is the first text passed to a call that also gets a function. */
const titleOf = (call: Tree): string | undefined => {
  const [first, ...others] = call.arguments?.map((argument) => argument.expression) ?? [];
  if (!first || !others.some(isFunction)) return undefined;
  if (wordsOf(call.callee).some((word) => PROVES_NOTHING.has(word))) return undefined;
  if (first.type === "StringLiteral") return String(first.value);
  if (first.type === "TemplateLiteral") return first.quasis?.at(-1)?.cooked;
  return undefined;
};

const visit = (value: unknown, titles: string[]): void => {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, titles);
  } else if (value && typeof value === "object") {
    const node = value as Tree;
    const title = node.type === "CallExpression" ? titleOf(node) : undefined;
    if (title !== undefined) titles.push(title);
    for (const child of Object.values(value)) visit(child, titles);
  }
};

/** The titles of every test in a file. */
export const titlesOf = (path: string): string[] => {
  const titles: string[] = [];
  visit(
    parseFileSync(path, { syntax: "typescript", tsx: path.endsWith("x"), target: "esnext" }).body,
    titles,
  );
  return titles;
};
