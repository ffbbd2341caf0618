import type { ControlPermission } from "@opsplane/contract/control-plane";
import type { ReactNode } from "react";
import { ForbiddenFace } from "../../ui/faces.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useCan } from "../can.ts";
import classes from "./portal-page.module.css";

interface PortalPageProps {
  title: string;
  intro?: string;
  needs?: ControlPermission;
  /** The link to the page above. */
  crumb?: ReactNode;
  actions?: ReactNode;
  toolbar?: ReactNode;
  /** Called only for people with access, so that no request is made in vain. */
  children: () => ReactNode;
}

export function PortalPage({ title, intro, needs, crumb, actions, toolbar, children }: PortalPageProps) {
  const can = useCan();
  const allowed = !needs || can(needs);
  return (
    <div className={classes.page}>
      {crumb ? <div className={classes.crumb}>{crumb}</div> : null}
      <PageHeader title={title} actions={allowed ? actions : null} />
      {intro ? <p className={classes.intro}>{intro}</p> : null}
      {allowed && toolbar ? <search className={classes.toolbar}>{toolbar}</search> : null}
      {allowed ? <div className={classes.body}>{children()}</div> : <ForbiddenFace {...(needs ? { needs } : {})} />}
    </div>
  );
}
