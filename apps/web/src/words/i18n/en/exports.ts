/** Export of the shown data. */
export const exports = {
  title: "Export {{about}}",
  saved: "Saved: {{name}}",
  problem: "The picture could not be made: {{problem}}",
  forms: {
    csv: { name: "CSV", what: "a table for a spreadsheet" },
    json: { name: "JSON", what: "all facts, for a program" },
    markdown: { name: "Markdown", what: "a text for a ticket or a review" },
    text: { name: "Text", what: "copy a table as kubectl prints it" },
    svg: { name: "SVG", what: "the grid as a drawing" },
    png: { name: "PNG", what: "the grid as a picture, twice the size" },
  },
} as const;
