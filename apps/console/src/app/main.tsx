import "@mantine/core/styles.css";
import "../theme/tokens.css";
import "../theme/base.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { LinkPage, linkPath } from "../message-link/index.ts";
import { SessionProvider } from "../session/context.tsx";
import { createSession } from "../session/session.ts";
import { theme } from "../theme/theme.ts";
import { watchStyles } from "../ui/lost-styles.ts";
import { Gate } from "./gate.tsx";

watchStyles();
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root.");

const session = createSession();
// A link in a message acts by itself, without a login.
const isLink = location.pathname === linkPath;
if (!isLink) void session.start();

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager({ key: "opsplane-color-scheme" })}
    >
      <SessionProvider session={session}>{isLink ? <LinkPage /> : <Gate />}</SessionProvider>
    </MantineProvider>
  </StrictMode>,
);
