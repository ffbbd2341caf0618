import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  build: {
    target: "es2022",
    // The CSP allows no script but our own files, and data: only for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // A request has more bytes of headers than an icon has.
            { name: "icons", test: /node_modules[\\/]@tabler[\\/]/ },
            // Every page needs these layers.
            { name: "base", test: /src[\\/](api|feature|keys|live|session|time)[\\/]/ },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": process.env.OPSPLANE_URL ?? "http://127.0.0.1:3000" } },
});
