import { TextLink } from "../../ui/links.tsx";

/** A link to the execution of a runbook, by its reference or id. */
export function ExecutionLink({ reference }: { reference: string }) {
  return (
    <TextLink size="sm" to="/executions/$reference" params={{ reference }}>
      {reference.startsWith("EXE-") ? reference : "Open the execution"}
    </TextLink>
  );
}
