export { openHubService, type HubService, type HubServiceOptions } from './services/hub-service.ts';
