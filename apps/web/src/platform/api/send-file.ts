import type { Endpoint, Reply } from "@mcc/contract/kit/endpoint.ts";
import { readToken } from "../session/token.ts";
import { noticeRefusal, urlOf } from "./call.ts";
import { CallError, callErrorFrom } from "./call-error.ts";

interface FileToSend {
  readonly file: File;
  readonly fields: Readonly<Record<string, string>>;
  /** How much of it has been sent, from 0 to 1: `fetch` does not say. */
  readonly onProgress: (share: number) => void;
}

const formOf = ({ file, fields }: FileToSend): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", file);
  return form;
};

/** Sends a form with a file. Failures are a CallError. */
export const sendFile = <E extends Endpoint>(endpoint: E, sent: FileToSend): Promise<Reply<E>> =>
  new Promise((resolve, reject) => {
    const token = readToken();
    const request = new XMLHttpRequest();
    request.open(endpoint.method, urlOf(endpoint, {}));
    if (token) request.setRequestHeader("authorization", `JWT ${token}`);
    request.upload.onprogress = ({ loaded, total }) => sent.onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new CallError({ kind: "network", status: 0 }));
    request.onload = () => {
      const { status, responseText } = request;
      const response = new Response(responseText, { status });
      if (response.ok) resolve(JSON.parse(responseText) as Reply<E>);
      else
        void callErrorFrom(response).then((error) => {
          noticeRefusal(error, endpoint, token);
          reject(error);
        });
    };
    request.send(formOf(sent));
  });
