/** Returns the purl of an npm package; the at sign of a scope is written %40. */
const purlOf = ({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

const licencesOf = (identifier) => (/^[\w.-]+$/.test(identifier) ? [{ license: { id: identifier } }] : [{ expression: identifier }]);

const componentOf = (type, { name, version, identifier, description }) => ({
  type,
  "bom-ref": purlOf({ name, version }),
  name,
  version,
  ...(description === undefined ? {} : { description }),
  licenses: licencesOf(identifier),
  purl: purlOf({ name, version }),
});

/**
 * Returns the package's bill of materials as CycloneDX 1.6 in JSON: the program, and each package whose code or fonts
 * it contains. Equal builds give equal texts, because the text has no time and no serial number.
 */
export function sbomText(program, entries) {
  const component = componentOf("application", program);
  const components = entries.map((entry) => componentOf("library", entry));
  const bom = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component },
    components,
    dependencies: [{ ref: component["bom-ref"], dependsOn: components.map((each) => each["bom-ref"]) }],
  };
  return `${JSON.stringify(bom, undefined, 2)}\n`;
}
