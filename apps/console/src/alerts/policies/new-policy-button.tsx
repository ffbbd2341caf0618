import { IconPlus } from "@tabler/icons-react";
import { useCan } from "../../session/context.tsx";
import { ButtonLink } from "../../ui/links.tsx";

export function NewPolicyButton({ first = false }: { first?: boolean }) {
  return useCan()("alerts:write") ? (
    <ButtonLink to="/alerts/policies/new" leftSection={<IconPlus size={15} />}>
      {first ? "Create your first policy" : "New policy"}
    </ButtonLink>
  ) : null;
}
