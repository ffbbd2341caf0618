import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

export default defineConfig({
  plugins: [react(), preloadWorkspace()],
  build: {
    target: "es2022",
    // The CSP allows no script but our own files, and data: only for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The console of a Tenant Plane, and the portal of the Control Plane.
      input: ["index.html", "portal.html"],
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

/** Makes index.html name the files of the workspace, so that they load beside the first script. Most visitors are signed in. */
function preloadWorkspace(): Plugin {
  return {
    name: "preload-workspace",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {}, path }) {
        if (path !== "/index.html") return [];
        const workspace = Object.values(bundle).find(
          (file) => file.type === "chunk" && file.facadeModuleId?.endsWith("/src/app/workspace.tsx"),
        );
        if (workspace?.type !== "chunk") throw new Error("The build has no chunk for workspace.tsx.");
        return [workspace.fileName, ...workspace.imports]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` },
            injectTo: "head",
          }));
      },
    },
  };
}
