import type { AssistantKind } from "@mcc/contract/assistants/assistants.schema.ts";
import type { Endpoint, EndpointRequest, Reply } from "@mcc/contract/kit/endpoint.ts";
import { z } from "zod";

/** What a tool asks: endpoints of the portal that only read, as the person would ask them. */
export interface Portal {
  ask<E extends Endpoint & { readonly method: "GET" }>(
    endpoint: E,
    input: EndpointRequest<E>,
  ): Promise<Reply<E>>;
  /** Whether the person has allowed this kind, too. */
  allows(kind: AssistantKind): boolean;
  /** The address of a page of the portal. */
  link(path: string): string;
}

/** A tool only reads. Its answer is data: what users wrote is the value of a field, and nothing else is said in it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kind: AssistantKind;
  readonly input: z.ZodObject;
  run(portal: Portal, given: never): Promise<Readonly<Record<string, unknown>>>;
}

export const tool = <I extends z.ZodObject>(
  spec: Omit<Tool, "input" | "run"> & {
    readonly input: I;
    run(portal: Portal, given: z.output<I>): Promise<Readonly<Record<string, unknown>>>;
  },
): Tool => spec as unknown as Tool;

/** The rows of an answer. */
const MOST_ROWS = 20;

export const paging = {
  limit: z.int().min(1).max(MOST_ROWS).default(MOST_ROWS).describe("Rows of the answer"),
  offset: z.int().min(0).max(10_000).default(0).describe("Rows before the first one"),
};

export const pageOf = ({ limit, offset }: { limit: number; offset: number }) => ({
  limit: String(limit),
  offset: String(offset),
});

export const OrderNumber = z.string().trim().min(1).max(64).describe("The number of an order");

export const orderPath = (identifier: string): string => `/orders/${encodeURIComponent(identifier)}`;
