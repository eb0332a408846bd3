import { docsSchema } from "@astrojs/starlight/schema"
import { defineCollection } from "astro:content"
import { glob } from "astro/loaders"

/** All pages, guides and catalogues alike, as `build.ts` laid them out. */
export const collections = {
  docs: defineCollection({ loader: glob({ base: "./.pages", pattern: "**/*.md" }), schema: docsSchema() })
}
