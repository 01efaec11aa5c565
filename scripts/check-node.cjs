// Prints why this version of Node cannot build Portcullis, or nothing. The Makefile runs it, so it uses only syntax of old versions.
const oldest = require('../package.json').engines.node.slice('>='.length);
const [major, minor] = oldest.split('.').map(Number);
const [foundMajor, foundMinor] = process.versions.node.split('.').map(Number);
if (foundMajor < major || (foundMajor === major && foundMinor < minor)) {
  const found = `Node ${process.versions.node} is too old`;
  console.log(`${found}: Portcullis needs ${oldest} or later; 24 is recommended`);
}
