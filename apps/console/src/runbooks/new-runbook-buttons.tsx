import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBooks, IconPlus, IconSparkles } from "@tabler/icons-react";
import { GenerateDialog, useCanGenerate } from "../ai/index.ts";
import { useCan } from "../session/context.tsx";
import { ButtonLink } from "../ui/links.tsx";

/** The ways to a runbook, for those who can write one. */
export function NewRunbookButtons() {
  const canGenerate = useCanGenerate();
  const [describing, { open, close }] = useDisclosure(false);
  if (!useCan()("runbooks:write")) return null;
  return (
    <>
      {canGenerate ? (
        <Button variant="default" leftSection={<IconSparkles size={15} />} onClick={open}>
          Generate
        </Button>
      ) : null}
      {describing ? <GenerateDialog onClose={close} /> : null}
      <ButtonLink to="/runbooks/library" variant="default" leftSection={<IconBooks size={15} />}>
        From the library
      </ButtonLink>
      <ButtonLink to="/runbooks/$id" params={{ id: "new" }} leftSection={<IconPlus size={15} />}>
        New runbook
      </ButtonLink>
    </>
  );
}
