/** The colours by name, light and dark, as #rrggbb. Names say what a colour is for. */
export const colours = {
  light: {
    ink: "#1b2521",
    "ink-soft": "#4a5852",
    paper: "#ffffff",
    surface: "#f4f6f3",
    line: "#d3dad6",
    "line-strong": "#74827b",
    accent: "#0b6652",
    "accent-fill": "#0b6652",
    "on-accent": "#ffffff",
    "accent-soft": "#e4f1ec",
    good: "#14653a",
    "good-soft": "#e3f3e8",
    bad: "#ab1f1a",
    "bad-soft": "#fcebe9",
    warn: "#7a4a00",
    "warn-soft": "#fdf1dc",
    focus: "#1d4ed8"
  },
  dark: {
    ink: "#edf2ef",
    "ink-soft": "#b0beb7",
    paper: "#131917",
    surface: "#1c2421",
    line: "#35413c",
    "line-strong": "#81938b",
    accent: "#74d6bb",
    "accent-fill": "#74d6bb",
    "on-accent": "#05241c",
    "accent-soft": "#173029",
    good: "#7fdc9f",
    "good-soft": "#14301f",
    bad: "#ffaaa2",
    "bad-soft": "#3b1a18",
    warn: "#f2c476",
    "warn-soft": "#36270c",
    focus: "#9dbcff"
  }
} as const
