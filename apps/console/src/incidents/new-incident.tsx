import { type ReactNode, useState } from "react";
import { useKeys } from "../keys/keys.tsx";
import { NewIncidentContext } from "../records/new-incident.ts";
import { useCan } from "../session/context.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";

const NewIncidentDialog = lazyDialog(() => import("./new-incident-dialog.tsx"), "NewIncidentDialog");

/** Lets any page, the palette and the key `n` open the same dialog. */
export function NewIncidentProvider({ children }: { children: ReactNode }) {
  const mayWrite = useCan()("incidents:write");
  const [ciIds, setCiIds] = useState<string[]>();
  useKeys(mayWrite ? [{ keys: "n", label: "New incident", group: "Everywhere", run: () => setCiIds([]) }] : []);
  return (
    <NewIncidentContext value={setCiIds}>
      {children}
      {ciIds && mayWrite ? <NewIncidentDialog ciIds={ciIds} onClose={() => setCiIds(undefined)} /> : null}
    </NewIncidentContext>
  );
}
