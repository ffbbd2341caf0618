import { IconBooks, IconPlus } from "@tabler/icons-react";
import { useCan } from "../session/context.tsx";
import { ButtonLink } from "../ui/links.tsx";

/** The two ways to a runbook, for those who can write one. */
export function NewRunbookButtons() {
  if (!useCan()("runbooks:write")) return null;
  return (
    <>
      <ButtonLink to="/runbooks/library" variant="default" leftSection={<IconBooks size={15} />}>
        From the library
      </ButtonLink>
      <ButtonLink to="/runbooks/$id" params={{ id: "new" }} leftSection={<IconPlus size={15} />}>
        New runbook
      </ButtonLink>
    </>
  );
}
