import type { RouteComponent } from "@tanstack/react-router";
import { type ComponentType, createElement, use, useReducer } from "react";
import { loadMissingStylesheets } from "../browser/missing-stylesheets.ts";
import { PageNotLoaded } from "./page-not-loaded.tsx";
import { forgetReload } from "./page-reload.ts";
import { PartsNotLoaded } from "./parts-not-loaded.tsx";

/** React does not wait for a promise that says that it is fulfilled. */
const LOADED = Object.assign(Promise.resolve(), { status: "fulfilled", value: undefined });

/** The code of a page, which is loaded once. */
class PageCode {
  readonly name: string;
  Page: ComponentType | undefined;
  hasFailed = false;
  readonly #importPage: () => Promise<ComponentType>;
  #first: Promise<void> | undefined;
  #loading: Promise<void> | undefined;

  constructor(name: string, importPage: () => Promise<ComponentType>) {
    this.name = name;
    this.#importPage = importPage;
  }

  /** Ends also when loading has failed; the next call tries again. */
  load = (): Promise<void> => {
    this.#loading ??= this.#load();
    return this.#loading;
  };

  /** The same promise in every render, as React expects it of what it waits for. */
  first = (): Promise<void> => {
    this.#first ??= this.Page || this.hasFailed ? LOADED : this.load();
    return this.#first;
  };

  async #load(): Promise<void> {
    try {
      await loadMissingStylesheets();
      this.Page = await this.#importPage();
      forgetReload(this.name);
    } catch (error) {
      console.error(`The page ${this.name} could not be loaded`, error);
      this.hasFailed = true;
    }
    this.#loading = undefined;
  }
}

const LoadedPage = ({ code }: { code: PageCode }) => {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  use(code.first());
  if (code.Page)
    return (
      <>
        <PartsNotLoaded />
        {createElement(code.Page)}
      </>
    );
  const retry = async () => {
    await code.load();
    if (code.Page) draw();
    return code.Page !== undefined;
  };
  return <PageNotLoaded name={code.name} retry={retry} />;
};

/**
 * A page whose code is loaded when it is opened. If that fails, the shell stays: it says so and tries again. The lazy
 * component of the router would reload the document, which ends on the browser's error page when there is no connection.
 */
export const lazyPage = (name: string, importPage: () => Promise<ComponentType>): RouteComponent => {
  const code = new PageCode(name, importPage);
  return Object.assign(() => <LoadedPage code={code} />, {
    // A page that is loaded is rendered without waiting.
    preload: () => (code.Page ? undefined : code.load()) as Promise<void>,
  });
};
