"""From blocks to compiled bodies."""
