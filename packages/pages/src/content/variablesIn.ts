/** The variables of a command made by `curlOf`, in their order. */
export const variablesIn = (command: string): ReadonlyArray<string> => [
  ...new Set([...command.matchAll(/"(\$[A-Z][A-Z0-9_]*)"/g)].map(([, name]) => name!))
]
