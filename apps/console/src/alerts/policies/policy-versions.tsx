import type { AlertPolicy } from "@opsplane/contract";
import { VersionList } from "../../ui/version-list.tsx";
import { policyText } from "./condition-words.ts";
import { flatPolicy } from "./flat-policy.ts";
import { usePolicyVersions } from "./queries.ts";

export function PolicyVersions({ policy: { id } }: { policy: AlertPolicy }) {
  return (
    <VersionList
      versions={usePolicyVersions(id)}
      empty="Not saved yet."
      about={({ content, created_by }) => (
        <div className="dim">
          {policyText(content)}, by {created_by}
        </div>
      )}
      flat={({ content }) => flatPolicy(content)}
    />
  );
}
