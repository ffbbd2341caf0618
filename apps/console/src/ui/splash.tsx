import { Center, Loader, VisuallyHidden } from "@mantine/core";

export function Splash() {
  return (
    <Center h="100%" mih={240} role="status">
      <Loader size="sm" type="dots" aria-hidden="true" />
      <VisuallyHidden>Loading…</VisuallyHidden>
    </Center>
  );
}
