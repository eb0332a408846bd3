import starlight from "@astrojs/starlight"
import { defineConfig } from "astro/config"
import process from "node:process"
import { sidebar } from "./src/sidebar.ts"

/**
 * The published docs: static pages that load nothing from another host. `DOCS_BASE` is the path that they are served
 * under.
 */
export default defineConfig({
  srcDir: "./site",
  base: process.env["DOCS_BASE"] ?? "/docs",
  outDir: process.env["DOCS_OUT"] ?? "./dist",
  trailingSlash: "always",
  build: { format: "directory" },
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: "Embedded Super",
      description: "Superannuation onboarding inside payroll and HR software.",
      defaultLocale: "root",
      locales: { root: { label: "English", lang: "en-AU" } },
      customCss: ["./site/style.css"],
      disable404Route: false,
      credits: false,
      sidebar: [...sidebar]
    })
  ]
})
