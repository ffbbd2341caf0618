import type { ReactNode } from "react";
import { useCan } from "../session/context.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ListHead } from "../ui/list/list-page.tsx";
import page from "../ui/list-page.module.css";
import classes from "./on-call-frame.module.css";
import { type OnCallView, onCallViews } from "./views.ts";

interface OnCallFrameProps {
  title: string;
  view: OnCallView;
  actions?: ReactNode;
  /** Called only for people with access, so that no request is made in vain. */
  children: () => ReactNode;
}

/** A page of on-call under the links to the others. */
export function OnCallFrame({ title, view, actions, children }: OnCallFrameProps) {
  if (!useCan()("oncall:read")) return <ForbiddenPage title={title} needs="oncall:read" />;
  return (
    <div className={page.page}>
      <ListHead title={title} actions={actions} views={onCallViews(view)} />
      <div className={classes.body}>{children()}</div>
    </div>
  );
}
