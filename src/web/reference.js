/** Draws the API reference out of the published description. Everything comes from this server, and nothing is sent elsewhere. */

const dark = matchMedia("(prefers-color-scheme: dark)");
const followTheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followTheme);
followTheme();

SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  displayOperationId: false,
  filter: true,
  // Else it would ask a server of its makers whether the file is valid.
  validatorUrl: null,
  persistAuthorization: false,
});
