import pg from "pg";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** The database that servers of tests copy. */
export const TEMPLATE = "mcc_template";

export const urlOf = (serverUrl: string, database: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.toString();
};

export const onServer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
