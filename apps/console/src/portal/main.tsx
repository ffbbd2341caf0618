import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "../theme/tokens.css";
import "../theme/base.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { SessionProvider } from "../session/context.tsx";
import { createSession } from "../session/session.ts";
import { theme } from "../theme/theme.ts";
import { watchStyles } from "../ui/lost-styles.ts";
import { Gate } from "./gate.tsx";
import { PublicRoot } from "./welcome/public-root.tsx";
import { SignUpPage } from "./welcome/sign-up-page.tsx";
import { VerifyPage } from "./welcome/verify-page.tsx";

watchStyles();
const root = document.getElementById("root");
if (!root) throw new Error("portal.html has no #root.");

/** Pages without a login. */
const publicPages: Readonly<Record<string, () => ReactNode>> = { "/signup": SignUpPage, "/signup/verify": VerifyPage };

const session = createSession();
const PublicPage = publicPages[location.pathname.replace(/\/$/, "")];
if (!PublicPage) void session.start();

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager({ key: "opsplane-color-scheme" })}
    >
      <SessionProvider session={session}>
        {PublicPage ? (
          <PublicRoot>
            <PublicPage />
          </PublicRoot>
        ) : (
          <Gate />
        )}
      </SessionProvider>
    </MantineProvider>
  </StrictMode>,
);
