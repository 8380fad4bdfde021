import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Everything but the page itself comes from the server that listens on its default port. */
const SERVER = "http://localhost:3000";
const SERVED = ["/api", "/config.json", "/theme", "/mailbox", "/files", "/tracking"];

export default defineConfig({
  plugins: [react()],
  server: { proxy: Object.fromEntries(SERVED.map((path) => [path, SERVER])) },
  build: {
    target: "es2023",
    // The content security policy allows no inline script, and no data: address in one.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What every page begins with, in one file: by itself it falls into a dozen, by who else uses which part of it,
      // and small files compress badly.
      output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } },
    },
  },
});
