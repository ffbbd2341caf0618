import { createTheme, type MantineColorsTuple } from "@mantine/core";

/** Dense, calm, one restrained accent. Colors with a meaning (severity, status) are in tokens.css. */
export const theme = createTheme({
  primaryColor: "plane",
  primaryShade: { light: 7, dark: 6 },
  white: "#ffffff",
  black: "#141a21",
  cursorType: "pointer",
  respectReducedMotion: true,
  defaultRadius: "sm",
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace',
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "19px" },
  spacing: { xs: "6px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  radius: { xs: "3px", sm: "5px", md: "8px", lg: "12px", xl: "18px" },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "18px", lineHeight: "1.35" },
      h2: { fontSize: "14px", lineHeight: "1.4" },
      h3: { fontSize: "13px", lineHeight: "1.4" },
    },
  },
  colors: { plane: plane(), dark: dark(), gray: gray() },
  // By name, not with `Button.extend(…)`, because the theme loads first and must not import every component.
  components: {
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    Button: { defaultProps: { size: "xs" } },
    Checkbox: { defaultProps: { size: "xs" } },
    InputWrapper: { defaultProps: { size: "sm" } },
    Menu: { defaultProps: { shadow: "md", withinPortal: true, withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: {
        centered: false,
        yOffset: "10vh",
        padding: "lg",
        overlayProps: { backgroundOpacity: 0.5 },
        transitionProps: { duration: 120 },
        closeButtonProps: { "aria-label": "Close" },
      },
    },
    PasswordInput: { defaultProps: { size: "sm" } },
    SegmentedControl: { defaultProps: { size: "xs" } },
    Select: { defaultProps: { size: "sm", checkIconPosition: "right" } },
    Skeleton: { defaultProps: { radius: "sm" } },
    TagsInput: { defaultProps: { size: "sm" } },
    Textarea: { defaultProps: { size: "sm" } },
    TextInput: { defaultProps: { size: "sm" } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
  },
});

function plane(): MantineColorsTuple {
  return ["#e3f7f8", "#c5ecef", "#97dce2", "#63c7d1", "#3fb4c1", "#2196a5", "#127c8b", "#0b6875", "#08535e", "#043c45"];
}

function dark(): MantineColorsTuple {
  return ["#d6dbe2", "#b6bec9", "#98a2b0", "#8792a1", "#2d3540", "#242b34", "#1a2027", "#11151a", "#0c0f13", "#080a0d"];
}

function gray(): MantineColorsTuple {
  return ["#f6f7f9", "#edf0f3", "#e1e5ea", "#d0d6dd", "#b6bec8", "#717b89", "#5a6472", "#454e5b", "#2d3541", "#1a2029"];
}
