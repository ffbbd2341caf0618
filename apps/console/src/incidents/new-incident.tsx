import { createContext, type ReactNode, useContext, useState } from "react";
import { useKeys } from "../keys/keys.tsx";
import { useCan } from "../session/context.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";

const NewIncidentContext = createContext<(ciIds: string[]) => void>(() => undefined);

const NewIncidentDialog = lazyDialog(() => import("./new-incident-dialog.tsx"), "NewIncidentDialog");

/** Lets any page, the palette and the key `n` open the same dialog, wherever one is. */
export function NewIncidentProvider({ children }: { children: ReactNode }) {
  const may = useCan()("incidents:write");
  const [about, setAbout] = useState<string[]>();
  useKeys(may ? [{ keys: "n", label: "New incident", group: "Everywhere", run: () => setAbout([]) }] : []);
  return (
    <NewIncidentContext value={setAbout}>
      {children}
      {about && may ? <NewIncidentDialog ciIds={about} onClose={() => setAbout(undefined)} /> : null}
    </NewIncidentContext>
  );
}

export function useNewIncident(): () => void {
  const open = useContext(NewIncidentContext);
  return () => open([]);
}

/** Opens the dialog with these items named already. */
export function useNewIncidentAbout(): (ciIds: string[]) => void {
  return useContext(NewIncidentContext);
}
