import "@mantine/core/styles.css";
import "../theme/tokens.css";
import "../theme/base.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { SharedDashboardPage, sharedDashboardPath } from "../dashboards/index.ts";
import { LinkPage, linkPath } from "../message-link/index.ts";
import { SessionProvider } from "../session/context.tsx";
import { createSession } from "../session/session.ts";
import { theme } from "../theme/theme.ts";
import { watchStyles } from "../ui/lost-styles.ts";
import { UnsubscribePage, unsubscribePath } from "../unsubscribe/index.ts";
import { Gate } from "./gate.tsx";

watchStyles();
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root.");

const session = createSession();
// Links in messages and public links work by themselves, without a login.
const linkPages = new Map([
  [linkPath, LinkPage],
  [sharedDashboardPath, SharedDashboardPage],
  [unsubscribePath, UnsubscribePage],
]);
const Page = linkPages.get(location.pathname) ?? Gate;
if (Page === Gate) void session.start();

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager({ key: "opsplane-color-scheme" })}
    >
      <SessionProvider session={session}>
        <Page />
      </SessionProvider>
    </MantineProvider>
  </StrictMode>,
);
