import { createContext, useContext } from "react";

/** Opens the dialog for a new incident about these configuration items. The incidents feature provides it. */
export const NewIncidentContext = createContext<(ciIds: string[]) => void>(() => undefined);

export function useNewIncident(): (ciIds?: string[]) => void {
  const open = useContext(NewIncidentContext);
  return (ciIds = []) => open(ciIds);
}
