import type { Endpoint, EndpointRequest, Reply } from "@mcc/contract/kit/endpoint.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import type { ReactNode } from "react";
import { LoadFailed } from "./load-failed.tsx";
import { useRecord } from "./use-record.ts";

interface RecordSectionProps<E extends Endpoint> {
  readonly title: string;
  readonly endpoint: E;
  readonly ask: EndpointRequest<E>;
  /** The message when it cannot be loaded. */
  readonly failed: string;
  /** Content that reaches the edges, such as a table. */
  readonly flush?: boolean;
  readonly children: (record: Reply<E>) => ReactNode;
}

/** A section of a record page that loads a part of its own. */
export const RecordSection = <E extends Endpoint>({
  title,
  endpoint,
  ask,
  failed,
  flush = false,
  children,
}: RecordSectionProps<E>) => {
  const { record, error, retry } = useRecord(endpoint, ask, { failed });
  return (
    <Card title={title} flush={flush && record !== undefined}>
      {record !== undefined && children(record)}
      {record === undefined && error && <LoadFailed retry={retry}>{failed}</LoadFailed>}
    </Card>
  );
};
