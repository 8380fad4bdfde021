import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Everything but the page itself comes from the server that listens on its default port. */
const SERVER = "http://localhost:3000";
const SERVED = ["/api", "/config.json", "/theme", "/mailbox", "/files", "/tracking"];

/** What the screens before and after sign-in and the dashboards share. */
const SHARED_BY_SCREENS = new RegExp(
  [
    "query-core/.*/queryObserver.js",
    "react-query/.*/useQuery.js",
    "components/(Anchor/Anchor|ActionIcon/ActionIcon|InputBase/InputBase).mjs",
    "icons-react/dist/esm/createReactComponent",
    "use-resolved-styles-api",
    "page-title.ts",
  ].join("|"),
);

/** In the head the stylesheet would hold back the splash. Behind it, it still holds back the first script. */
const stylesheetBehindSplash: Plugin = {
  name: "stylesheet-behind-splash",
  transformIndexHtml: {
    order: "post",
    handler: (html) => {
      const link = /\s*<link rel="stylesheet"[^>]*>/.exec(html)?.[0] ?? "";
      return html.replace(link, "").replace("</body>", `${link.trim()}\n  </body>`);
    },
  },
};

/** Every schema of zod can print itself as JSON Schema. The pages never do that, so the printer is left out. */
const withoutJsonSchema: Plugin = {
  name: "without-json-schema",
  transform: {
    filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
    handler: (code) => ({
      code: code
        .replaceAll(/inst\._zod\.processJSONSchema = .*;\n/g, "")
        .replace(/\n *jsonSchema: \{[^}]*\},/, "")
        .replace("return createToJSONSchemaMethod(this, {})(params);", ""),
      map: null,
    }),
  },
};

/** Some browsers never ask again for a script that could not be loaded: another address is another script. */
const IMPORT_AGAIN =
  'function importAgain(path){return import(path).catch(()=>import(path+"?again="+Date.now()))}';

const importsAgain: Plugin = {
  name: "imports-again",
  generateBundle: {
    order: "post",
    handler: (_, bundle) => {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        const code = chunk.code.replaceAll(/\bimport\((["'`][^"'`]+["'`])\)/g, "importAgain($1)");
        if (code !== chunk.code) chunk.code = `${code}\n${IMPORT_AGAIN}`;
      }
    },
  },
};

export default defineConfig({
  plugins: [react(), stylesheetBehindSplash, withoutJsonSchema, importsAgain],
  server: { proxy: Object.fromEntries(SERVED.map((path) => [path, SERVER])) },
  build: {
    target: "es2023",
    // The content security policy allows no inline script, and no data: address in one.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What every page begins with, in one file: by itself it falls into a dozen, by who else uses which part of it,
      // and small files compress badly.
      output: {
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"] },
            { name: "screens", test: SHARED_BY_SCREENS },
            // With all it imports: every page of a signed-in user needs it.
            { name: "signed-in", test: /app\/signed-in\.tsx$/ },
          ],
        },
        // Files name each other hundreds of times, and hashes do not compress: shorter ones than the usual eight letters.
        chunkFileNames: "assets/[name]-[hash:7].js",
      },
    },
  },
});
