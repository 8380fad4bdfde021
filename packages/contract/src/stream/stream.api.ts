import { endpoint } from "../kit/endpoint.ts";
import { StreamEvent } from "./stream.schema.ts";

export const eventStream = endpoint({
  method: "GET",
  path: "/alerts/stream/",
  summary: "Receive server-sent events about changes, until the session ends",
  allow: "company:member",
  reply: StreamEvent,
  fails: ["rate.limited"],
  stream: true,
});
