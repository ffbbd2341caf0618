import "@mantine/core/styles.css";
import "../theme/tokens.css";
import "../theme/base.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { SessionProvider } from "../session/context.tsx";
import { createSession } from "../session/session.ts";
import { theme } from "../theme/theme.ts";
import { Gate } from "./gate.tsx";

// After an upgrade the files that an open tab still asks for are gone; loading it again brings the new ones, once.
window.addEventListener("vite:preloadError", () => {
  const last = Number(sessionStorage.getItem("opsplane-reloaded") ?? 0);
  if (Date.now() - last < 30_000) return;
  sessionStorage.setItem("opsplane-reloaded", String(Date.now()));
  window.location.reload();
});

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root.");

const session = createSession();
void session.start();

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager({ key: "opsplane-color-scheme" })}
    >
      <SessionProvider session={session}>
        <Gate />
      </SessionProvider>
    </MantineProvider>
  </StrictMode>,
);
