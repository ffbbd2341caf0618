import { IconPlus } from "@tabler/icons-react";
import { useCan } from "../session/context.tsx";
import { ButtonLink } from "../ui/links.tsx";

/** Absent for those who cannot create changes. */
export function NewChangeButton() {
  return useCan()("itsm:write") ? (
    <ButtonLink to="/changes/new" leftSection={<IconPlus size={15} />}>
      New change
    </ButtonLink>
  ) : null;
}
