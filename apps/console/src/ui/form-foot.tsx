import type { ReactNode } from "react";
import page from "./form-page.module.css";
import { FormProblem } from "./form-problem.tsx";

interface FormFootProps {
  error: Parameters<typeof FormProblem>[0]["error"];
  /** Why the form cannot be saved. */
  problem?: string | undefined;
  /** What saving means, or that there is something to save. */
  hint?: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

/** The buttons of a form with what the server refused, always visible. */
export function FormFoot({ error, problem, hint, children }: FormFootProps) {
  return (
    <div className={page.foot}>
      <FormProblem error={error} />
      <div className={page.buttons}>
        {problem !== undefined ? (
          <span className={page.reason} role="status">
            Can't save yet. {problem}
          </span>
        ) : hint ? (
          <span className={page.hint}>{hint}</span>
        ) : null}
        {children}
      </div>
    </div>
  );
}
