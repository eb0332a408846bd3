/**
 * What the kit says of each flaw of the fleet, by the flaw's name: the verdict and the sentence of the check that names it
 * best. The tests assert each one, and the docs show them. The kit itself reads none of them.
 */
import { access } from "./access.ts"
import { content } from "./content.ts"
import { lists } from "./lists.ts"

export const sentences: Readonly<Record<string, string>> = { ...access, ...content, ...lists }
