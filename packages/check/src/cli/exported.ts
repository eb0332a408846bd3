import { quoted } from "@embedded-super/workbench/content/quoted"

/** A variable for programs of a POSIX shell, with this text as its value. */
export const exported = (name: string, value: string): string => `export ${name}=${quoted(value)}`
