/* The tables of languages of ICU with nothing in them, as ICU's own stub has it: Qt's core is linked to them, and
   Hexwright asks Qt for no collation, no old encodings and no names of time zones. ICU then says that it has none,
   and Qt uses its own. Built by tests/tools/package.py with -DENTRY=icudt73_dat, the version being that of Qt's ICU. */

#include <stdint.h>

typedef struct {
    uint16_t header_size;
    uint8_t magic1, magic2;
    uint16_t info_size, reserved_word;
    uint8_t big_endian, charset_family, char_size, reserved_byte;
    uint8_t data_format[4], format_version[4], data_version[4];
    uint8_t padding[8];
    uint32_t count, reserved;
    int32_t no_entries[4];
} StubData;

const StubData ENTRY __attribute__((aligned(16))) = {
    32, 0xda, 0x27,
    20, 0,
    0, 0, 2, 0,
    {0x54, 0x6f, 0x43, 0x50}, {1, 0, 0, 0}, {0, 0, 0, 0},
    {0},
    0, 0,
    {0},
};
