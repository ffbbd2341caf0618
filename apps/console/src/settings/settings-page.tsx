import type { Permission } from "@opsplane/contract";
import type { ReactNode } from "react";
import { useCan } from "../session/context.tsx";
import { ForbiddenFace } from "../ui/faces.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import classes from "./settings-page.module.css";

interface SettingsPageProps {
  title: string;
  intro: string;
  needs?: Permission;
  actions?: ReactNode;
  toolbar?: ReactNode;
  /** Called only for people with access, so that no request is made in vain. */
  children: () => ReactNode;
}

export function SettingsPage({ title, intro, needs, actions, toolbar, children }: SettingsPageProps) {
  const can = useCan();
  const allowed = !needs || can(needs);
  return (
    <div className={classes.page}>
      <PageHeader title={title} actions={allowed ? actions : null} />
      <p className={classes.intro}>{intro}</p>
      {allowed && toolbar ? <div className={classes.toolbar}>{toolbar}</div> : null}
      {allowed ? children() : <ForbiddenFace {...(needs ? { needs } : {})} />}
    </div>
  );
}
