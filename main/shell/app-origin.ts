/** The scheme of the interface, and the one page there is. No file: address is ever loaded. */
export const appSchemeName = 'app';
export const appHost = 'hub';
export const appOrigin = `${appSchemeName}://${appHost}`;
export const appPage = `${appOrigin}/index.html`;

/** What Chromium grants the scheme: an origin of its own, a secure context, and `fetch`. Nothing bypasses the content policy. */
export const appScheme = {
  scheme: appSchemeName,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

/** The scheme of links into the app from outside. */
export const linkSchemeName = 'contexthub';
