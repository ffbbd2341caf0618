import { IconPlus } from "@tabler/icons-react";
import { useCan } from "../session/context.tsx";
import { ButtonLink } from "../ui/links.tsx";

export function NewWorkflowButton() {
  return useCan()("automation:write") ? (
    <ButtonLink to="/workflows/new" leftSection={<IconPlus size={15} />}>
      New workflow
    </ButtonLink>
  ) : null;
}
