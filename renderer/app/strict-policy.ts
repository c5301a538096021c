import { config } from 'zod';

// zod would try whether it may compile code from text; our content policy forbids it, and browsers report the attempt.
config({ jitless: true });
