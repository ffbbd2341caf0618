import { Alert, Button, CopyButton, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";

interface SecretOnceProps {
  title: string;
  label: string;
  secret: string | undefined;
  onClose: () => void;
  children?: ReactNode;
  /** Instructions under the secret. */
  use?: ReactNode;
}

/** Shows a secret once. A click outside the dialog does not close it. */
export function SecretOnce({ title, label, secret, onClose, children, use }: SecretOnceProps) {
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      title={title}
      size={use ? "xl" : "md"}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        {children ? <Text size="sm">{children}</Text> : null}
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <TextInput
            label={label}
            value={secret ?? ""}
            readOnly
            flex={1}
            classNames={{ input: "mono" }}
            onFocus={(event) => event.currentTarget.select()}
            data-autofocus
          />
          <CopyButton value={secret ?? ""}>
            {({ copied, copy }) => (
              <Button
                size="sm"
                onClick={copy}
                leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
                miw={98}
              >
                {copied ? "Copied" : "Copy"}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Alert color="yellow" variant="light" p="xs">
          Copy it now. You won't be able to see it again.
        </Alert>
        {use}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
