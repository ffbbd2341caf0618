import type { Alert } from "@opsplane/contract";
import { TextLink } from "../ui/links.tsx";

/** The policy or integration that an alert comes from. The alert of a policy has its name already. */
export function AlertSource({ alert }: { alert: Pick<Alert, "policy_id" | "source" | "name"> }) {
  const { policy_id, source, name } = alert;
  if (policy_id === null) return source;
  return (
    <TextLink to="/alerts/policies/$id" params={{ id: policy_id }} inherit>
      {source === name ? "Policy" : source}
    </TextLink>
  );
}
