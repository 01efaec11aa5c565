// Prints why this Node cannot build Portcullis, or nothing: for the Makefile, in what any Node can run.
const oldest = require('../package.json').engines.node.slice('>='.length);
const [major, minor] = oldest.split('.').map(Number);
const [foundMajor, foundMinor] = process.versions.node.split('.').map(Number);
if (foundMajor < major || (foundMajor === major && foundMinor < minor)) {
  const found = `Node ${process.versions.node} is too old`;
  console.log(`${found}: Portcullis needs ${oldest} or later; 24 is recommended`);
}
