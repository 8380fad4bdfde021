import { endpoint } from "../kit/endpoint.ts";
import { StreamEvent } from "./stream.schema.ts";

export const eventStream = endpoint({
  method: "GET",
  path: "/alerts/stream/",
  summary: "Receive server-sent events about changes, until the session ends",
  description:
    "Events of the kind `alert` have the id of the alert. A request with the header `Last-Event-ID` receives the newest 20 alerts after that one first, oldest first.",
  allow: "company:member",
  reply: StreamEvent,
  fails: ["rate.limited"],
  stream: true,
});
