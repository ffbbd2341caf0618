import type { ReactNode } from "react";
import record from "../ui/record-page.module.css";
import classes from "./license.module.css";

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={`${record.facts} ${classes.facts}`}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
