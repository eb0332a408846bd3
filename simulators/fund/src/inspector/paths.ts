const place = "/_simulator/inspector"

/** Where each page, form and file of the inspector is. */
export const paths = {
  timeLine: "/",
  rows: `${place}/rows`,
  entries: `${place}/entries`,
  levers: `${place}/levers`,
  fund: `${place}/fund`,
  checks: `${place}/check`,
  checkReport: `${place}/check/report.html`,
  checkProfile: `${place}/check/fund-profile.yaml`,
  files: `${place}/files`
} as const

/** Where a form is sent. */
export const formPath = <Name extends string>(name: Name) => `${place}/${name}` as const

/** The inspector's paths for the server's `pages` setting: all are read by GET. */
export const inspectorPages = [
  paths.timeLine,
  paths.rows,
  `${paths.entries}/:seq`,
  paths.levers,
  paths.fund,
  paths.checks,
  paths.checkReport,
  paths.checkProfile,
  `${paths.files}/style.css`,
  `${paths.files}/script.js`
]

export const places = [
  { path: paths.timeLine, name: "Time line" },
  { path: paths.levers, name: "Levers" },
  { path: paths.fund, name: "The fund" },
  { path: paths.checks, name: "Check" }
]
